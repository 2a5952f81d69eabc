/** A step of a sequence: days after the one before, and its variants, A first, each a subject and a body. */
export interface DemoStep {
  delay_days: number;
  variants: readonly (readonly [subject: string, body: string])[];
}

/** Stands for the lead's first name in a subject or a body. */
export const MERGE_TAG = '{{first_name}}';

export const OUTREACH: readonly DemoStep[] = [
  {
    delay_days: 0,
    variants: [
      [
        'A question about your outbound',
        `Hello,\n\nYou read our teardown a while ago, so I will be brief: which part of outbound costs you most time at the moment, finding people, writing to them, or following up?\n\nI ask because we have just put our own numbers on one page, and I can send you the part that fits.\n\nAsha`,
      ],
      [
        `${MERGE_TAG}, one question`,
        `Hello ${MERGE_TAG},\n\nWhich part of outbound costs you most time at the moment: finding people, writing to them, or following up?\n\nI will send you our numbers for that part, on one page.\n\nAsha`,
      ],
    ],
  },
  {
    delay_days: 3,
    variants: [
      [
        'Re: A question about your outbound',
        `Hello again,\n\nIn case it got lost: a team of four went from 2 to 9 booked meetings a week by changing the order of three emails, and nothing else. Here is the order.\n\nWould fifteen minutes on Thursday suit you?\n\nAsha`,
      ],
      [
        'From 2 to 9 meetings a week',
        `Hello,\n\nA team of four did it by changing the order of three emails. I wrote down what they did, and what I would leave out.\n\nShall I send it?\n\nAsha`,
      ],
    ],
  },
  {
    delay_days: 4,
    variants: [
      [
        'The one-page version',
        `Hello,\n\nNobody has time for a call, so here is the whole thing on a page. If one line of it is of use, tell me which.\n\nAsha`,
      ],
    ],
  },
  {
    delay_days: 7,
    variants: [
      [
        'Shall I close your file?',
        `Hello,\n\nI have not heard from you, which is an answer too. I will not write again unless you ask me to.\n\nAsha`,
      ],
      [
        'Last email from me',
        `Hello,\n\nThis is the last one. If outbound comes up again next quarter, this address will still reach me.\n\nAsha`,
      ],
    ],
  },
];

export const FOLLOW_UP: readonly DemoStep[] = [
  {
    delay_days: 0,
    variants: [
      [
        'Notes from the session',
        `Hello,\n\nThank you for your time. The notes are linked below, with the two templates that were asked for most.\n\nWhat would you like us to look at next?\n\nDev`,
      ],
      [
        `Your notes, ${MERGE_TAG}`,
        `Hello ${MERGE_TAG},\n\nThe notes are linked below. The second template is the one you will want first.\n\nWhat would you like us to look at next?\n\nDev`,
      ],
    ],
  },
  {
    delay_days: 3,
    variants: [
      [
        'Which template did you use?',
        `Hello,\n\nI collect what people do with them. Yours would help the next reader.\n\nDev`,
      ],
    ],
  },
  {
    delay_days: 5,
    variants: [
      [
        'A place on Thursday',
        `Hello,\n\nWe look at four real sequences on Thursday, and one place is free. Is it yours?\n\nDev`,
      ],
      [
        'Would you like yours reviewed?',
        `Hello,\n\nSend me one email you are not happy with, and I will send it back with notes.\n\nDev`,
      ],
    ],
  },
];

export const LAUNCH: readonly DemoStep[] = [
  {
    delay_days: 0,
    variants: [
      [
        'It is out',
        `Hello,\n\nAfter eight months it is out. You asked to be told first, so here it is a day before everybody else.\n\nAsha`,
      ],
      [
        'A day before everybody else',
        `Hello,\n\nYou asked to be told first. The link works from today; the announcement is tomorrow.\n\nAsha`,
      ],
    ],
  },
  {
    delay_days: 4,
    variants: [
      [
        'What people asked in the first three days',
        `Hello,\n\nThe five questions that came up, with short answers.\n\nAsha`,
      ],
    ],
  },
  {
    delay_days: 5,
    variants: [
      [
        'The launch price ends on Friday',
        `Hello,\n\nJust so that you do not hear it from somebody else.\n\nAsha`,
      ],
    ],
  },
];

export const STUDIO: readonly DemoStep[] = [
  {
    delay_days: 0,
    variants: [
      [
        'Your lobby, at night',
        `Good day,\n\nyou asked for our guide. May I ask which room you would begin with?\n\nMara`,
      ],
      [
        'Which room first?',
        `Good day ${MERGE_TAG},\n\nmost owners begin with the lobby and wish they had begun with the corridor. Which room would you begin with?\n\nMara`,
      ],
    ],
  },
  {
    delay_days: 4,
    variants: [
      [
        'Two drawings',
        `Good day,\n\nattached are two drawings of a room much like yours, before and after.\n\nMara`,
      ],
    ],
  },
  {
    delay_days: 6,
    variants: [
      [
        'We are near you next week',
        `Good day,\n\nwe visit two sites in your city next week and have an hour to spare. May we come by?\n\nMara`,
      ],
    ],
  },
];
