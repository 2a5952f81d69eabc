import { ENGLISH } from './opt-outs/english.ts';
import { FRENCH } from './opt-outs/french.ts';
import { GERMAN } from './opt-outs/german.ts';
import { HINDI } from './opt-outs/hindi.ts';
import { OTHERS, UNSPACED } from './opt-outs/others.ts';
import { SPANISH } from './opt-outs/spanish.ts';

/** Words that say all when nothing else stands in a reply's first line, as people answer to a text message. */
const WORDS = [
  'stopp?(?: (?:it|this|that|now|e-?mails?|mails?|mailing|spam(?:ming)?))?|remove|unsub(?:scribed?)?|un-?su(?:b?s?|bs)c?ri?be|opt[ -]?out|no more|delete me',
  'abmelden|abmeldung|abbestellen|austragen|désinscription|désinscrire|désabonner|désabonnement|baja',
  'cancellami|rimuovimi|rimuovere|disiscrivimi|disiscrizione|afmelden|uitschrijven',
  'cancelar inscrição|descadastrar|descadastre-me|avregistrera|avmeld|afmeld|wypisz(?: mnie)?',
  'отпис(?:аться|ка|ать|ите)(?: меня)?|стоп|odhlásit|配信停止|退订|取消订阅|수신 ?거부|구독 ?취소|إلغاء الاشتراك',
];

const ALONE = new RegExp(
  `^[\\s"'“”*_-]*(?:(?:please|pls|kindly|bitte|por favor|per favore),? )?(?:${WORDS.join('|')})(?:,? (?:please|pls|now|thanks|thank you|thx|bitte|danke|svp|stp|merci|por favor|gracias|grazie))*[^\\p{L}\\p{N}?]*$`,
  'iu',
);

/** How people begin before they come to what they want. */
const GREETING =
  /^(?:hi|hello|hey|dear|good (?:morning|day|afternoon)|hallo|guten (?:tag|morgen)|sehr geehrte[rn]?|liebe[rn]?|moin|bonjour|salut|madame|monsieur|hola|buenos días|buenas|estimad[oa]s?|ciao|buongiorno|beste|geachte|olá|namaste|नमस्ते)(?!\p{L})[^.!?:]{0,60}[,.!:]?$/iu;

const LANGUAGES = [...ENGLISH, ...GERMAN, ...FRENCH, ...SPANISH, ...HINDI, ...OTHERS];

const REQUEST = new RegExp(
  `(?<![\\p{L}\\p{M}])(?:${LANGUAGES.join('|')})(?![\\p{L}\\p{M}])|${UNSPACED.join('|')}`,
  'giu',
);

/** Longer replies say more than one thing; what stands at their beginning is read. */
const HEAD = 1_200;

/** A line that is no longer ends where its author ended it; a longer one may have been folded. */
const SHORT_LINE = 55;

/**
 * The words by which a person asks not to be written to any more, or null. Only a request of their own counts, as it cannot be taken
 * back: what is said about such requests, or asked about those of others, is none.
 */
export function asksForAnEnd(reply: string): string | null {
  const lines = reply
    .slice(0, HEAD)
    .replaceAll('’', "'")
    .trim()
    .split(/\s*\n\s*/);
  const first = lines.find((line) => line !== '' && !GREETING.test(line)) ?? '';
  if (first.length <= 100 && ALONE.test(first)) return first;
  const text = lines
    .map((line) => line + (line.length > SHORT_LINE ? ' ' : '\n'))
    .join('')
    .replace(/[^\S\n]+/g, ' ')
    .trim();
  if (WANTS_BACK.test(text)) return null;
  for (const match of text.matchAll(REQUEST)) if (isOwn(text, match)) return match[0].trim();
  return null;
}

/** Somebody who asks to be kept on the list, or put back on it, mentions an end that they do not want. */
const WANTS_BACK =
  /(?<!\p{L})(?:(?:add|put|sign) (?:me|us) (?:back|again|up again)|re-?subscribe|keep (?:me|us) (?:on|in|subscribed|posted))(?!\p{L})/iu;

/** Before the words of an opt-out, they are somebody else's, or turned round; after them, it is talked about. */
const OF_OTHERS =
  /(?<!\p{L})(?:customers?|users?|subscribers?|recipients?|people|clients?|leads?|contacts?|they|one-click|an|your|their|vos|kunden)(?: (?:to|can|could|will|would|do|who|easily|peuvent|können))? $/iu;
const TURNED_ROUND =
  /(?<!\p{L})(?:not|\p{L}+n't|dont|never|rather than|instead of|without|nicht)(?: (?:want|wish|need|like|going|intend|have|you))?(?: (?:to|ever|please|just))? $/iu;
const TALKED_ABOUT =
  /^[ -](?:links?|rates?|buttons?|pages?|headers?|options?|clauses?|requests?|flows?|features?|process|mechanisms?|lists?|handling|compliance)(?!\p{L})/iu;
/** Of a sentence: it tells or asks of something that happened, or might. */
const SUPPOSED =
  /(?<!\p{L})(?:if|when(?:ever)?|in case|why did|did you|have you|has anyone|(?:i|we) (?:never|didn't) (?:said|say|asked?(?: you)?)(?: to)?|what happens|pour (?:vous|se|ne plus)|wenn|falls|si|quand|cuando)(?: [^.!?\n]*)?$/iu;

/** Of a sentence: it tells a reader of their own emails how to end these, as many a signature does. */
const INSTRUCTS =
  /^\s*(?:to|um sich|per) $|(?<!\p{L})(?:click(?: on)?|reply(?:ing)?(?: with)?|respond(?: with)?|klicken|antworten|cliquez|répond\p{L}+|rispond\p{L}+|cliccare|responda|responder)(?!\p{L})[^.!?\n]*$/iu;
/** Links side by side. */
const LINK_LIST_BEFORE = /[|·•]\s?$/u;
const LINK_LIST_AFTER = /^\s?[|·•]/u;

const FIRST_PERSON =
  /(?<!\p{L})(?:i|me|my|we|us|our|ich|mich|mir|wir|uns|je|me|moi|nous|yo|mi|mujhe|hume)(?!\p{L})|(?<!\p{L})m'|मुझे|हमें/iu;

/** A shorter question can only be asked for oneself. */
const SHORT = 40;

/** The bare word is a request in so short a reply, and where nobody else can be meant. */
const BARE = /^(?:unsubscribe)$/iu;
const SHORT_REPLY = 60;
const WANTED = /(?:^|[.!?,;:\n–—-] ?|(?<!\p{L})(?:to|i|we|please|pls|plz|kindly|just|and) )$/iu;

function isOwn(text: string, { index, 0: words }: RegExpExecArray): boolean {
  const after = text.slice(index + words.trimEnd().length, index + words.length + 200);
  const before = text.slice(Math.max(0, index - 200), index);
  if (OF_OTHERS.test(before) || TALKED_ABOUT.test(after) || TURNED_ROUND.test(before)) return false;
  // What stands between quotation marks is cited.
  if (/["“„«]$/.test(before)) return false;
  if (BARE.test(words.trim()) && text.length > SHORT_REPLY && !WANTED.test(before)) return false;
  const until = before.split(/[.!?\n]/).at(-1) ?? '';
  if (SUPPOSED.test(until)) return false;
  if (text.length > SHORT && INSTRUCTS.test(until.replace(/^.*[|·•]/u, ''))) return false;
  if (LINK_LIST_BEFORE.test(before) || LINK_LIST_AFTER.test(after)) return false;
  if (/[.!?\n]/.exec(after)?.[0] !== '?' || text.length <= SHORT) return true;
  return FIRST_PERSON.test(until + words + after.slice(0, after.indexOf('?')));
}
