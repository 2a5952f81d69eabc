/** A body taken apart. Signatures stand in neither half. */
interface Stripped {
  /** What its author wrote for this mail. */
  reply: string;
  /** The history below, above or between it, or what was forwarded. */
  quoted: string;
}

/** What comes after so many lines is history: nobody types that many. */
const MAX_LINES = 5_000;

/** Marks of direction, which Gmail puts around names and addresses where one writes from right to left. */
const DIRECTIONS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Of a line, when it is asked what it is. Bounds every pattern below. */
const LINE = 300;

/** The line that ends an attribution, such as `… wrote:`. Only such lines are looked at closer. */
const ATTRIBUTION_END = /[:：]$|ने लिखा$/u;

/** How Gmail, Apple Mail and Thunderbird say whose words follow: `On`, a date, a name, `wrote`. */
const DATED = [
  /^On\s(?=.*\d).{6,}\s(?:wrote|writes):$/iu,
  /^Am\s(?=.*\d).{6,}\sschrieb.{0,200}:$/iu,
  /^Le\s(?=.*\d).{6,}\sa écrit\s?:$/iu,
  /^El\s(?=.*\d).{6,}\sescribió\s?:$/iu,
  /^\d{4}-\d{2}-\d{2}.{0,60}<[^<>\s]{3,}@[^<>\s]{3,}>\s?:$/u,
];

/** Those that begin with a name or a word of the language, so that what stands before might be somebody's own. */
const NAMED = [
  /^.{2,80}\sschrieb am\s.{4,100}:$/iu,
  /^[\p{L}\p{M}.,\s]{0,20}\d.{4,}\sने लिखा\s?:?$/u,
  /^[\p{L}\p{M}\d .,'’"-]{0,60}<[^<>\s]{3,}@[^<>\s]{3,}>,?\s(?:wrote|writes|schrieb|a écrit|escribió|ने लिखा)\s?:$/iu,
];

const YEAR = /(?<!\p{Nd})(?:(?:20|٢٠|۲۰|२०|২০|૨૦|௨௦|౨౦|೨೦)\p{Nd}|25[67])\p{Nd}(?!\p{Nd})/u;
const TIME = /(?<!\p{Nd})\p{Nd}{1,2}[:.h]\p{Nd}{2}(?!\p{Nd})/u;
const IN_BRACKETS = /<\s?[^<>\s]{3,}@[^<>\s]{3,}>|\([^()\s]{3,}@[^()\s]{3,}\)/u;

/** What Gmail and others write in a language that is not known here has all of these before its colon. */
function saysWhoAndWhen(line: string): boolean {
  return /[:：]$/.test(line) && [IN_BRACKETS, YEAR, TIME].every((part) => part.test(line));
}

const DATE =
  /(?<!\p{Nd})(?:\p{Nd}{1,2}[./-] ?\p{Nd}{1,2}[./-] ?\p{Nd}{2,4}|\p{Nd}{4}-\p{Nd}{2}-\p{Nd}{2})(?!\p{Nd})/u;
const WROTE =
  /^.{2,}\s(?:wrote|writes|schrieb|a écrit|escribió|ha scritto|schreef|skrev|escreveu|pisze|napisał\S*|пишет|написал\S*)\s?:?$/iu;

/** What is too little to be known by, but stands right above what is marked as quoted. */
function leadsToMarked(probes: readonly string[], at: number): boolean {
  const probe = probes[at] ?? '';
  const next = probes[at + 1] || probes[at + 2];
  if (!next?.startsWith('>') || probe.startsWith('>')) return false;
  return WROTE.test(probe) || (/[:：]$/.test(probe) && DATE.test(probe) && TIME.test(probe));
}

function isAttribution(line: string): boolean {
  return DATED.some((pattern) => pattern.test(line)) || saysWhoAndWhen(line);
}

/** Longest attribution, in lines: clients fold them. */
const MAX_ATTRIBUTION_LINES = 3;

const SEPARATOR = new RegExp(
  [
    /^-{2,}\s?(?:original message|forwarded message|(?:ursprüngliche|weitergeleitete) nachricht|originalnachricht)\s?-{2,}$/,
    /^-{2,}\s?(?:message d['’]origine|message (?:original|transféré|transmis))\s?-{2,}$/,
    /^-{2,}\s?(?:mensaje (?:original|reenviado)|मूल संदेश|अग्रेषित संदेश)\s?-{2,}$/,
    /^(?:begin forwarded message|anfang der weitergeleiteten nachricht|inicio del mensaje reenviado)\s?:$/,
    // Zoho
    /^-{2,}\s?on\s.{6,200}\swrote\s?-{2,}$/,
    /^(?:début du message (?:réexpédié|transféré)|अग्रेषित संदेश शुरू)\s?:$/,
  ]
    .map((pattern) => pattern.source)
    .join('|'),
  'iu',
);

/** The header block that Outlook puts over a history: a sender, then at least two of the others. */
const FROM =
  /^\*{0,2}(?:from|von|de|expéditeur|remitente|प्रेषक|से|da|van|od|fra|från|lähettäjä|feladó|kimden|gönderen|от|від|από|מאת|من|差出人|发件人|寄件者|보낸 사람)\s?[:：]\*{0,2}\s/iu;
const OTHER_LABEL = new RegExp(
  `^\\*{0,2}(?:${[
    'sent|date|to|cc|subject|gesendet|datum|an|betreff|envoyé|à|objet|enviado(?: el)?|fecha|para|asunto',
    'भेजा गया|दिनांक|प्रति|को|विषय|inviato|data|a|oggetto|verzonden|aan|onderwerp|enviad[ao](?: em)?|assunto',
    'wysłano|do|dw|temat|odesláno|komu|předmět|sendt|dato|til|emne|skickat|till|kopia|ämne|lähetetty|vastaanottaja|aihe',
    'elküldve|címzett|tárgy|gönderildi|gönderme tarihi|tarih|kime|bilgi|konu|отправлено|дата|кому|копия|тема',
    'надіслано|ημερομηνία|προς|θέμα|נשלח|אל|נושא|تم الإرسال|إلى|الموضوع|送信日時|日時|宛先|件名|发送时间|日期|收件人|抄送|主题|主題|보낸 날짜|받는 사람|제목',
  ].join('|')})\\s?[:：]\\*{0,2}`,
  'iu',
);
const BLOCK_LINES = 7;

/** A label of whatever language, and what it is of. */
const LABELLED = /^\*{0,2}\p{L}[\p{L}\p{M} '’-]{0,24}\s?[:：](?!\/\/)/u;
const ADDRESS = /[^\s<>@:：]+@[^\s<>@]+\.[^\s<>@]+/u;

/** What stands under our own emails: whoever quotes it asks for nothing. */
const OUR_FOOTER = /^\P{L}{0,3}unsubscribe\W{1,4}https?:\/\//iu;
const OUR_FOOTER_FOLDED = /^\P{L}{0,3}unsubscribe\s?:$/iu;

/** A rule, or one with words in it, such as `-----Messaggio originale-----`. */
const RULE = /^(?:[_-]{10,}|-{4,}[^-]{3,60}-{4,})$/;

const SIGNATURE = /^--$/;

/** What phones and apps add of their own. */
const SENT_FROM =
  /^(?:sent (?:from (?:my|outlook|mail|yahoo|proton)|with proton)|get outlook for|von meine[mr]\S{0,10} .{2,40} gesendet|diese nachricht wurde von .{2,60} gesendet|gesendet (?:von|mit)|envoyé (?:de(?:puis)?|à partir de) |obtenir outlook|enviado desde (?:mi|outlook)|obtener outlook|मेरे .{2,40} से भेजा गया|inviato da(?:l mio)? (?:iphone|ipad|smartphone|samsung|outlook|yahoo|libero|android|cellulare|posta)|enviado (?:do meu|a partir do|através do|do outlook|do yahoo)|(?:verzonden|verstuurd) (?:vanaf|vanuit|met) |skickat från min|sendt fra min|lähetetty (?:iphone|minun|outlook)|wysłan[eoy] z |odesláno z |отправлено (?:с|из) |.{2,30}['’](?:den|dan|ımdan|imden|umdan) gönderildi|.{2,20}から送信|发自我的|從我的.{2,10}傳送|傳送自|나의 .{2,12}에서 보냄)/iu;

/**
 * Takes a body apart into what was written now and what it quotes. Linear: every line is looked at a bounded number of times,
 * and a bounded piece of it.
 */
export function stripQuoted(text: string): Stripped {
  const lines = text.split('\n', MAX_LINES);
  const rest = text.slice(lines.reduce((length, line) => length + line.length + 1, 0));
  const probes = lines.map((line) => line.slice(0, LINE).replaceAll(DIRECTIONS, '').trim());
  const own: string[] = [];
  let quoted: string[] = [];
  let inSignature = false;
  let at = 0;
  while (at < probes.length) {
    const probe = probes[at] ?? '';
    const line = lines[at] ?? '';
    const attribution = leadsToMarked(probes, at) ? 1 : attributionLines(probes, at);
    if (startsHistory(probes, at)) break;
    if (attribution > 0) {
      if (!isMarked(probes, at + attribution)) break;
      quoted.push(...lines.slice(at, at + attribution));
      at += attribution;
      continue;
    }
    at++;
    if (probe.startsWith('>')) {
      quoted.push(line);
      inSignature = false;
    } else if (isOurFooter(probes, at - 1)) quoted.push(line);
    else if (SIGNATURE.test(probe)) inSignature = true;
    else if (!inSignature && !SENT_FROM.test(probe)) own.push(line.trimEnd());
  }
  quoted = quoted.concat(lines.slice(at), rest);
  return { reply: own.join('\n').trim(), quoted: quoted.join('\n').trim() };
}

/** How many lines from here on attribute what follows; 0 for none. */
function attributionLines(probes: readonly string[], at: number): number {
  for (let lines = 1; lines <= MAX_ATTRIBUTION_LINES && probes[at + lines - 1]; lines++) {
    if (!ATTRIBUTION_END.test(probes[at + lines - 1] ?? '')) continue;
    const joined = (from: number) => probes.slice(from, at + lines).join(' ');
    const whole = joined(at);
    if (DATED.some((pattern) => pattern.test(whole))) return lines;
    if (!saysWhoAndWhen(whole) && !NAMED.some((pattern) => pattern.test(whole))) continue;
    // The line before an attribution is not part of it.
    const later = joined(at + 1);
    const isLater = lines > 1 && (isAttribution(later) || NAMED.some((pattern) => pattern.test(later)));
    return isLater ? 0 : lines;
  }
  return 0;
}

function isOurFooter(probes: readonly string[], at: number): boolean {
  const probe = probes[at] ?? '';
  return (
    OUR_FOOTER.test(probe) || (OUR_FOOTER_FOLDED.test(probe) && /^<?https?:\/\//i.test(probes[at + 1] ?? ''))
  );
}

/** Whether the next line with text is marked as quoted. */
function isMarked(probes: readonly string[], from: number): boolean {
  const next = probes.slice(from, from + 5).find((probe) => probe !== '');
  return next?.startsWith('>') ?? false;
}

function startsHistory(probes: readonly string[], at: number): boolean {
  const probe = probes[at] ?? '';
  if (FROM.test(probe)) {
    const labels = probes.slice(at + 1, at + BLOCK_LINES).filter((line) => OTHER_LABEL.test(line));
    if (labels.length >= 2) return true;
  }
  // GMX begins with the time.
  if (OTHER_LABEL.test(probe) && FROM.test(probes[at + 1] ?? '') && startsHistory(probes, at + 1))
    return true;
  if (startsForeignBlock(probes, at)) return true;
  if (SEPARATOR.test(probe)) return true;
  if (!RULE.test(probe)) return false;
  return (
    probes.slice(at + 1, at + 4).some((_, by) => startsBlock(probes, at + 1 + by)) || isOverLabels(probes, at)
  );
}

/** The block in a language that is not known here: who sent it, with their address, and at least three more, one with a date. */
function startsForeignBlock(probes: readonly string[], at: number): boolean {
  const probe = probes[at] ?? '';
  if (!probe.includes('@') || !LABELLED.test(probe) || !ADDRESS.test(probe)) return false;
  const below = probes.slice(at + 1, at + BLOCK_LINES);
  const labels = below.slice(0, [...below, ''].indexOf('')).filter((line) => LABELLED.test(line));
  return labels.length >= 3 && labels.some((line) => YEAR.test(line) || TIME.test(line));
}

/** Outlook for the web and on phones draws a line of underscores over its block: with that, labels of any language are one. */
function isOverLabels(probes: readonly string[], at: number): boolean {
  const below = probes.slice(at + 1, at + 1 + BLOCK_LINES).filter((line) => line !== '');
  return (
    /^_{20,}$/.test(probes[at] ?? '') &&
    below.length > 2 &&
    below.slice(0, 3).every((line) => LABELLED.test(line))
  );
}

function startsBlock(probes: readonly string[], at: number): boolean {
  return (FROM.test(probes[at] ?? '') || startsForeignBlock(probes, at)) && startsHistory(probes, at);
}
