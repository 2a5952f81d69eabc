import { BEGINS, ENDS, type OptOuts } from './request.ts';

const WHOM = '(?:mich|uns|(?:meine|unsere|diese)[nrs]? \\S+)';
const SOON = '(?: (?:bitte|sofort|umgehend|endlich|unverzüglich|daher|auch|wieder|doch|einfach))*';
const LIST =
  '\\S{0,20}(?:liste|verteiler|datenbank|newsletter|kartei|system|adressbestand|mailing|kontakten)\\S{0,4}';
const MAILS = '(?:e-?mails|mails|nachrichten|werbung|werbe-?mails|newsletter|spam)';

export const GERMAN: OptOuts = [
  `(?:nehmen sie|streichen sie|entfernen sie|löschen sie|tragen sie|nimm|streiche?|entferne?|lösche?|trage?)${SOON} ${WHOM}${SOON} (?:aus|von|vom) (?:\\S{1,20} ){0,2}?${LIST}`,
  `(?:entfernen sie|löschen sie|streichen sie|entferne?|lösche?|streiche?)${SOON} (?:mich|meine \\S+)${SOON}${ENDS}`,
  `(?:tragen sie|trage?) (?:mich|uns)${SOON} aus${ENDS}`,
  `(?:löschen sie|lösche?)${SOON} (?:alle )?(?:meine|unsere) (?:\\S+ )?(?:daten|adresse|e-?mail\\S*|mailadresse|kontaktdaten)`,
  `(?:mich|uns)${SOON} (?:aus|von|vom) (?:\\S{1,20} ){0,2}?${LIST}${SOON} (?:austragen|abmelden|entfernen|löschen|streichen|nehmen|abzumelden|auszutragen|zu (?:nehmen|entfernen|löschen|streichen))`,
  `(?:mich|uns) bitte${SOON} (?:austragen|abmelden|löschen|entfernen)`,
  `(?:möchten?|wollen|will) (?:mich|uns)(?: (?:bitte|hiermit|gerne?|wieder))* (?:abmelden|austragen)(?! für)`,
  `meine (?:daten|adresse|e-?mail\\S*|mailadresse)${SOON} (?:löschen|entfernen|austragen)(?! sie)`,
  `bitte${SOON} (?:mich |uns )?aus (?:\\S{1,20} ){0,2}?${LIST} (?:austragen|löschen|entfernen|streichen|nehmen)`,
  'löschung (?:meiner|unserer) (?:\\S+ )?daten',
  'widerspr\\S+ (?:ich |wir )?(?:hiermit )?(?:der|jeder|einer) (?:weiteren )?(?:nutzung|verwendung|verarbeitung|kontaktaufnahme)',
  `(?:bitte|möchten?|wollen|will|wünschen?|ab sofort|(?:schicken|senden|schreiben) sie (?:mir|uns))(?: (?:ich|wir|bitte|mir|uns|in zukunft|zukünftig|künftig|von ihnen))* keine (?:weiteren |weitere |solchen )?${MAILS}(?! (?:machen|schalten|verpassen|versenden|verschicken|verlieren))`,
  `${BEGINS}keine (?:weiteren )?${MAILS}(?: mehr)?(?:,? bitte| senden| schicken| von ihnen)*${ENDS}`,
  '(?:schreiben|kontaktieren|mailen|belästigen|schicken|senden) sie (?:mir|mich|uns) (?:bitte )?(?:nicht|nie|nichts) (?:mehr|wieder|weiter)(?! (?:an|auf|in|unter|per|über)(?!\\p{L}))',
  '(?:schreibe?|kontaktiere?) (?:mir|mich|uns) (?:bitte )?nicht (?:mehr|wieder)(?! (?:an|auf|in|unter|per|über)(?!\\p{L}))',
  `${BEGINS}(?:mich |uns )?(?:bitte )?nicht (?:mehr|weiter|wieder) (?:anschreiben|kontaktieren|anmailen|belästigen|schreiben|mailen)`,
  'hören sie auf,? (?:mir|mich|uns)',
  `lassen sie (?:mich|uns)${SOON} in ruhe(?= ?(?:[.!,\\n]|$)| und| mit)`,
  'unterlassen sie (?:bitte |es |jede |künftig |zukünftig )*(?:weitere|jegliche|diese|mir|uns|mich|kontakt|werbung)',
];
