/** Words that say all when nothing else stands in a reply's first line, as people answer to a text message. */
const WORDS = [
  'stopp?|remove|unsub(?:scribe)?|opt[ -]?out|no more',
  'abmelden|abmeldung|abbestellen|austragen|désinscription|désinscrire|désabonner|désabonnement|baja',
  'cancellami|rimuovimi|rimuovere|disiscrivimi|disiscrizione|afmelden|uitschrijven',
  'cancelar inscrição|descadastrar|descadastre-me|avregistrera|avmeld|afmeld|wypisz(?: mnie)?',
  'отпис(?:аться|ка|ать|ите)(?: меня)?|стоп|odhlásit|配信停止|退订|取消订阅|수신 ?거부|구독 ?취소|إلغاء الاشتراك',
];

const ALONE = new RegExp(
  `^(?:(?:please|pls|kindly|bitte|por favor|per favore),? )?(?:${WORDS.join('|')})(?:,? (?:please|pls|now|bitte|merci|por favor|grazie))?[.!\\s]*$`,
  'iu',
);

/** The first line of a reply, where it asks for nothing but an end. */
export function asksForAnEnd(reply: string): string | null {
  const line = reply.trimStart().split('\n', 1)[0]?.slice(0, 100).trim() ?? '';
  return ALONE.test(line) ? line : null;
}

/** Before the words of an opt-out, they are somebody else's; after them, it is talked about. */
const OF_OTHERS =
  /(?<!\p{L})(?:customers?|users?|subscribers?|recipients?|people|clients?|leads?|contacts?|they|one-click|an|your|their)(?: (?:to|can|could|will|would|do|who|easily))? $/iu;
const TALKED_ABOUT =
  /^[ -](?:links?|rates?|buttons?|pages?|headers?|options?|clauses?|requests?|flows?|features?|process|mechanisms?|lists?|handling)(?!\p{L})/iu;

const FIRST_PERSON =
  /(?<!\p{L})(?:i|me|my|we|us|our|ich|mich|mir|wir|uns|je|me|moi|nous|yo|mi|mujhe|hume)(?!\p{L})|(?<!\p{L})m'|मुझे|हमें/iu;

/** A shorter question can only be asked for oneself. */
const SHORT = 40;

/**
 * Whether words of an opt-out ask for one. Who asks what a product does about those of others, and names nobody as themselves,
 * keeps their subscription: it could not be given back.
 */
export function isOwnOptOut(text: string, { index, 0: words }: RegExpExecArray): boolean {
  const after = text.slice(index + words.trimEnd().length, index + words.length + 200);
  const before = text.slice(Math.max(0, index - 200), index);
  if (OF_OTHERS.test(before) || TALKED_ABOUT.test(after)) return false;
  const end = /[.!?]/.exec(after)?.[0];
  if (end !== '?' || text.length <= SHORT) return true;
  const sentence = before.split(/[.!?]/).at(-1) + words + after.slice(0, after.indexOf('?'));
  return FIRST_PERSON.test(sentence);
}
