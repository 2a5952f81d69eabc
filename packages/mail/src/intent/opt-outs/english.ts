import { BEGINS, ENDS, type OptOuts } from './request.ts';

const WHOM =
  '(?:me|us|(?:my|our) (?:\\w+ )?(?:e-?mail|mail|address|name|details|contact|id|number|company|firm)\\w*(?: (?:ids?|address(?:es)?|details))?(?: \\S{1,64}@\\S{1,64})?|this (?:e-?mail|mail|address|id)(?: (?:id|address))?)';
const ITS =
  '(?:(?:the|your|ur|this|that|these|all|any|of|future|further|such|company|cold|weekly|daily) ){0,4}';
const LIST =
  '(?:(?:mailing|e-?mail|mail|contact|distribution|marketing|subscriber|outreach|sending|spam) ?)?(?:lists?|data ?base|db|newsletters?|system|records|crm|e-?mails?|mails?|mailings?|contacts|sequence|campaigns?|subscriptions?|files?)';
const SOON =
  '(?:,? (?:please|pls|immediately|now|asap|at once|right away|today|again|thanks|thank you|thx))*';
const WRITE = '(?:e-?mail|mail|contact|write(?: to)?|message|bother|spam|disturb|harass|follow up with)';
const WRITING =
  '(?:e-?mailing|mailing|writing|contacting|messaging|spamming|bothering|harassing|sending|following up|reaching out)';
const MAILS = '(?:e-?mails?|mails?|mailings?|messages?|newsletters?|spam)';
const NOT = "(?:do not|don't|dont|never)";
/** Another way, place or time is no end. */
const NOT_OTHERWISE =
  '(?!,? (?:here|there|at|on|in|by|via|through|but|instead|outside|after|except|unless|without|call|use|rather|before|until|till|during|to|yet|this week|next|today))';

const WITH_THAT =
  ' ?(?:[.!?,;\\n]|$)| (?:from (?:you|your)|any ?more|again|like (?:this|these)|of this kind|please|and|or|at all|in (?:the )?future|thanks)';

export const ENGLISH: OptOuts = [
  'unsubscribe(?: me| us)?(?= ?(?:[.!?,;\\n]|$)| (?:from|this|these|my (?:e-?mail|mail|address|id|account|subscription)|please|pls|now|immediately|asap|thanks|thank|or|and|right|at once|as soon))',
  'unsubscribe (?:me|us)',
  `${BEGINS}unsubscribe(?! (?:handling|works?|is|does))`,
  `(?:remove|take|delete|drop|strike|pull) ${WHOM} (?:off|from|frm|out of) ${ITS}${LIST}(?! of )`,
  `(?:remove|take|delete|drop|strike) ${WHOM}(?: (?:off|from (?:this|it|here|there|everything)))?${SOON}${ENDS}`,
  `${BEGINS}(?:remove|delete) from ${ITS}${LIST}`,
  `(?:stop|quit|cease|discontinue) ${WRITING}(?: to| with)? (?:me|us)`,
  `${BEGINS}(?:stop|quit|cease|discontinue) ${WRITING}${NOT_OTHERWISE}`,
  `${BEGINS}(?:stop|quit|cease|discontinue)(?: with)? (?:(?:the|these|this|your|all|any|sending) ){0,3}${MAILS}${SOON}${ENDS}`,
  `(?:please|kindly) stop${ENDS}`,
  `${NOT} (?:ever )?${WRITE} (?:me|us)${NOT_OTHERWISE}`,
  `${BEGINS}${NOT} (?:ever )?(?:contact|e-?mail|mail|write|follow up|reach out|message)(?: to)?(?: me| us)? (?:again|any ?more|any further|in (?:the )?future)`,
  `${BEGINS}${NOT} (?:ever )?send (?:me |us )?(?:(?:any|these|more|further|such|your|unsolicited|other) ){1,3}${MAILS}${NOT_OTHERWISE}`,
  `${BEGINS}${NOT} (?:ever )?send (?:me|us) (?:${MAILS}|anything|stuff)(?: again| any ?more)?${ENDS}`,
  `(?:${NOT}|no longer) (?:want|wish|care) to be (?:contacted|e-?mailed|bothered|spammed|on ${ITS}${LIST})${NOT_OTHERWISE}`,
  `(?:${NOT}|no longer) (?:want|wish|care) to (?:receive|get|hear|see) (?:(?:any|these|more|further|such|your|unsolicited|the|this|from) ){0,3}(?:${MAILS}|communications?|you|anything)(?=${WITH_THAT})`,
  `(?:${NOT}|no longer) want (?:(?:any|these|more|further|such|your) ){1,3}${MAILS}`,
  `${BEGINS}no more ${MAILS}(?: (?:from you|to me))?${SOON}${ENDS}`,
  'opt (?:me|us)[ -]?out',
  `${BEGINS}opt[ -]?out(?= of (?:your|these|this|the e-?mail|the mail|the list|all|any|further|future|more|receiving|getting|e-?mail|mail|marketing)|${ENDS.slice(3)}`,
  `(?:i|we)(?:'d| would)? (?:want|wish|like|choose|prefer|need|have decided)? ?(?:to )?opt[ -]?out(?= of (?:your|these|this|the e-?mail|the mail|the list|all|any|further|future|more|receiving|getting|e-?mail|mail|marketing)|${ENDS.slice(3)}`,
  'leave (?:me|us) alone',
  '(?:delete|erase) (?:all )?(?:of )?my (?:personal )?(?:data|information|details)',
  `${BEGINS}(?:delete|erase) (?:all )?(?:of )?our (?:personal )?data(?! (?:after|when|once|at|if))`,
  'lose my (?:e-?mail|address|number)',
  `${BEGINS}this is (?:just |pure |unsolicited )?spam(?= ?(?:[.!\\n]|$))`,
  `${BEGINS}cease and desist`,
];
