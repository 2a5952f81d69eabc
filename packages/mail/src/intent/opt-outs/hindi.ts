import type { OptOuts } from './request.ts';

/** In Devanagari and, as most people type it, in Latin script. Who could not write says so in nearly the same words. */
export const HINDI: OptOuts = [
  'अनसब्सक्राइब',
  '(?:सूची|लिस्ट|डेटाबेस) से (?:हटा|निकाल)\\S*',
  '(?:ईमेल|मेल|संदेश|मैसेज) (?:भेजना |करना )?बंद (?:करें|करो|कीजिए|कर दें|कर दो)',
  '(?:ईमेल|मेल|संदेश|संपर्क|मैसेज) (?:मत|न) (?:भेज|कर)(?!\\S* (?:पा|सक))\\S*',
  'unsubscribe kar (?:do|den|dijiye|dein|de)',
  '(?:list|database) se (?:hata|nikal)\\w*',
  '(?:e-?mail|mail|message)s? (?:bhejna |karna )?band (?:karo|kare|karen|kijiye|kar do)',
  '(?:e-?mail|mail|message|contact)s? (?:mat|na) (?:bhej|kar)(?:o|e|en|ein|na|iye|ie|iyega)',
];
