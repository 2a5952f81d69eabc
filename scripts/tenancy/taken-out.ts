/** A statement, or a function of the database, without one of its account conditions. */
interface TakenOut {
  /** Where the program asks for the condition, if whoever runs it marks that: see torture/isolation/conditions.ts. */
  place: string | undefined;
  condition: string;
  without: string;
}

const KEY = String.raw`(?:"?\b\w+"?\.)?"?\baccount_id\b"?`;
const VALUE = String.raw`\$\d+(?:::uuid)?|\baccount\b`;

/** Comparisons with an account and joins on one, rows that are looked for by account and id, the account itself. */
const CONDITIONS: readonly [RegExp, string][] = [
  [new RegExp(String.raw`(?<!set )${KEY} = (?:${VALUE}|${KEY})`, 'g'), 'true'],
  [/(?<=\busing \((?:\w+, )*)account_id, |(?<=\busing \((?:\w+, )*\w+), account_id(?=\W)/g, ''],
  [new RegExp(String.raw`${KEY} = "?\b(?:a|accounts)"?\."?id\b"?`, 'g'), 'true'],
  [/(?<=(?:from|update) "?accounts\b[^()]* where (?:\(\/\*\S+\*\/ )?)"?\bid\b"? = \$\d+/g, 'true'],
];

const MARK = /\/\*@(\S+)\*\/ $/;

/** Takes each condition out in turn. */
export function withoutEach(text: string): TakenOut[] {
  return CONDITIONS.flatMap(([pattern, instead]) =>
    [...text.matchAll(pattern)].map((found): TakenOut => {
      const before = text.slice(0, found.index);
      const after = text.slice(found.index + found[0].length);
      return { place: MARK.exec(before)?.[1], condition: found[0], without: before + instead + after };
    }),
  );
}
