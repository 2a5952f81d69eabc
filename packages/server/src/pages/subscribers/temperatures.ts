import { scoresOf, type Temperature, TEMPERATURES } from '@lodestone/core';

import { inWords } from '../components/badge.tsx';
import type { Option } from '../components/field.tsx';

/** The temperatures to choose from, each with the scores that it stands for. */
export const TEMPERATURE_OPTIONS: Option[] = [
  { value: '', label: 'Any' },
  ...TEMPERATURES.map(({ temperature }) => ({
    value: temperature,
    label: `${inWords(temperature)} (${scoresIn(temperature)})`,
  })),
];

function scoresIn(temperature: Temperature): string {
  const { from, to } = scoresOf(temperature);
  if (from === 0) return `below ${to + 1}`;
  return to === 100 ? `${from} or more` : `${from} to ${to}`;
}
