import type { Lexicon } from './lexicon.ts';

/** In Devanagari and, as most people type it, in Latin script. */
export const HINDI: Lexicon = {
  not_interested: [
    '(?:रुचि|दिलचस्पी|ज़रूरत|जरूरत|आवश्यकता|इच्छुक|बजट) नहीं',
    '(?:इच्छुक|रुचि) नहीं',
    'नहीं,? (?:धन्यवाद|शुक्रिया|चाहिए)',
    'पहले से (?:एक|ही) \\S+ (?:है|हैं)',
    '(?:interest|interested|zaroorat|zarurat|jarurat|budget) nahi(?:n)?',
    'nahi(?:n)?,? (?:chahiye|dhanyavaad|dhanyawad|thanks|shukriya)',
  ],
  won: [
    '(?:अनुबंध|कॉन्ट्रैक्ट) (?:पर )?(?:हस्ताक्षर|साइन)',
    'प्रस्ताव (?:मंज़ूर|मंजूर|स्वीकार)',
    'contract sign (?:kar diya|ho gaya|kiya)',
    'deal (?:final|done|pakki)',
    'invoice bhej\\w*',
  ],
  meeting_booked: [
    '(?:मीटिंग|कॉल|अपॉइंटमेंट) (?:बुक|तय|शेड्यूल) कर',
    '(?:मीटिंग|कॉल) .{0,30}(?:पक्की|तय|कन्फर्म)',
    'बजे ठीक (?:है|रहेगा)',
    '(?:meeting|call) (?:book|fix|schedule) kar (?:di|diya|li)',
    '(?:meeting|call) (?:confirm|fix|pakki) hai',
  ],
  meeting_completed: [
    '(?:आज|कल) की (?:मीटिंग|कॉल|बातचीत|डेमो) के लिए (?:धन्यवाद|शुक्रिया)',
    'बात करके (?:बहुत )?अच्छा लगा',
    '(?:aaj|kal) ki (?:meeting|call|demo) ke liye (?:thank|dhanya|shukriya)\\w*',
    'baat kar ?ke (?:bahut )?a(?:ch)?ch?ha laga',
  ],
  interested: [
    '(?:रुचि|दिलचस्पी) है',
    'इच्छुक हैं',
    'पसंद आया',
    '(?:और )?जानकारी (?:भेज|दीजिए|दें)\\S*',
    'डेमो (?:दिखा|दीजिए)\\S*',
    '(?:कीमत|दाम) (?:क्या|कितनी|कितना)',
    'बात करते हैं',
    'और बताइए',
    '(?:interest|interested) (?:hai|hain|hu|hoon)',
    '(?:jankari|jaankari|details) bhej\\w*',
    '(?:pasand aaya|sahi lag raha)',
    'demo (?:kab )?dikha\\w*',
    'baat karte hain?',
    'price kya',
  ],
};
