import { ENDS, type OptOuts } from './request.ts';

const MAILS =
  '(?:correos?|e-?mails?|mails?|mensajes?|publicidad|información|comunicaciones|newsletters?|boletines|spam|nada)';
const WHERE = '(?:de|del)';

export const SPANISH: OptOuts = [
  '(?:darme|darnos|dame|denme|dadme|deme|déme|dénme) de baja',
  'dar de baja (?:mi|este|nuestro) (?:correo|e-?mail|mail|suscripción|dirección)',
  `^baja${ENDS}`,
  `(?:elimín|elimin|bórr|borr|quít|quit|sáqu|saqu|sác|sac|retír|retir)(?:e|en|a)(?:me|nos) ${WHERE}`,
  `no molestar más${ENDS}`,
  `(?:elimín|bórr|quít|sáqu|sác)(?:e|en|a)(?:me|nos)${ENDS}`,
  `(?<!no )(?:me|nos) (?:eliminen?|borren?|quiten?|saquen?) ${WHERE}`,
  `(?:eliminar|borrar|quitar|sacar)(?:me|nos) ${WHERE}`,
  '(?:eliminar|borrar|quitar|eliminen?|borren?|quiten?|elimina|borra|quita) (?:todos )?(?:mis datos|mi correo|mi e-?mail|mi dirección|este correo)',
  `no (?:me|nos) (?:escriban?|escribas|contacten?|contactes|molesten?|molestes)(?: (?:más|de nuevo|nunca(?: más)?|otra vez))*(?= ?(?:[.!\\n]|$))`,
  `no (?:me|nos) (?:escriban?|escribas|contacten?|contactes|molesten?|molestes) (?:más|de nuevo|nunca)`,
  `no (?:me|nos) (?:envíen?|envíes|manden?|mandes) (?:más|nunca|${MAILS}(?! (?:los|el|hasta|en|por|a|para)(?!\\p{L})))`,
  '(?:deje|dejen|deja|pare|paren|para) de (?:enviar|escribir|mandar|contactar|molestar)(?:me|nos)',
  `(?:deje|dejen|deja|pare|paren) de (?:enviar|mandar) (?:estos |sus |más )?${MAILS}`,
  `no (?:quiero|deseo|queremos|deseamos) (?:seguir )?(?:recib(?:ir|iendo) )?(?:más |sus |estos |tus |ningún )*${MAILS}`,
  `no (?:quiero|deseo|queremos|deseamos) (?:recibir |seguir recibiendo )más${ENDS}`,
  `no (?:quiero|queremos|deseo|deseamos) que (?:me|nos) (?:escriban?|contacten?|envíen?|manden?|molesten?)(?: más| nada| correos)*(?= ?(?:[.!\\n]|$))`,
  'cancelar (?:mi|la) suscripción',
  'déjen?me en paz',
];
