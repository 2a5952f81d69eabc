/** Names of the months, as dates have them, from January on. */
const MONTHS = [
  'january jan januar jänner janvier janv enero ene जनवरी gennaio januari janeiro stycznia января',
  'february feb februar février fevrier févr febrero फरवरी फ़रवरी febbraio februari fevereiro lutego февраля',
  'march mar märz maerz mär mars marzo मार्च maart março marca marts марта',
  'april apr avril avr abril abr अप्रैल aprile kwietnia апреля',
  'may mai mayo मई maggio mei maio maja maj мая',
  'june jun juni juin junio जून giugno junho czerwca июня',
  'july jul juli juillet juil julio जुलाई luglio julho lipca июля',
  'august aug août aout agosto ago अगस्त augustus augusti sierpnia августа',
  'september sept sep septembre septiembre setiembre सितंबर सितम्बर settembre setembro września сентября',
  'october oct oktober okt octobre ottobre outubro października октября octubre अक्टूबर अक्तूबर',
  'november nov novembre noviembre नवंबर नवम्बर novembro listopada ноября',
  'december dec dezember dez décembre decembre déc diciembre dic दिसंबर दिसम्बर dicembre dezembro grudnia desember декабря',
].map((names) => names.split(' '));

/** Names of the days of the week, from Sunday on, as `Date` numbers them. */
const WEEKDAYS = [
  'sunday sun sonntag dimanche domingo रविवार itwar',
  'monday mon montag lundi lunes सोमवार somvar somwar',
  'tuesday tue tues dienstag mardi martes मंगलवार mangalvar mangalwar',
  'wednesday wed mittwoch mercredi miércoles miercoles बुधवार budhvar budhwar',
  'thursday thu thurs donnerstag jeudi jueves गुरुवार बृहस्पतिवार guruvar guruwar',
  'friday fri freitag vendredi viernes शुक्रवार shukravar shukrawar',
  'saturday sat samstag sonnabend samedi sábado sabado शनिवार shanivar shaniwar',
].map((names) => names.split(' '));

export const MONTH_NAMES = pattern(MONTHS);
export const WEEKDAY_NAMES = pattern(WEEKDAYS);

/** 1 to 12, or 0 for a word that is no month. */
export function monthOf(name: string): number {
  return MONTHS.findIndex((names) => names.includes(name)) + 1;
}

/** 0 for Sunday to 6, or -1. */
export function weekdayOf(name: string): number {
  return WEEKDAYS.findIndex((names) => names.includes(name));
}

/** Any of the names, the longest first, for a regular expression. */
function pattern(names: readonly string[][]): string {
  return names
    .flat()
    .toSorted((a, b) => b.length - a.length)
    .join('|');
}

const DAY = 86_400_000;

/** Midnight UTC of a calendar date, or null when no calendar has it. */
export function calendarDate(year: number, month: number, day: number): Date | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date : null;
}

export function daysAfter(date: Date, days: number): Date {
  return new Date(date.getTime() + days * DAY);
}

export function daysBetween(from: Date, to: Date): number {
  return Math.round((to.getTime() - from.getTime()) / DAY);
}
