import { createHash } from 'node:crypto';

import { base } from './styles/base.ts';
import { charts } from './styles/charts.ts';
import { forms } from './styles/forms.ts';
import { frame } from './styles/frame.ts';
import { inbox } from './styles/inbox.ts';
import { parts } from './styles/parts.ts';
import { tokens } from './styles/tokens.ts';

/**
 * The one stylesheet. It stands in every page, so that the first round trip is enough to paint; compressed it is smaller
 * than the head of a second request is slow.
 */
export const STYLES = [tokens, base, frame, parts, forms, charts, inbox]
  .join('')
  .replaceAll(/\s*\n\s*/g, '')
  .replaceAll(/\s*([{};,])\s*/g, '$1')
  .replaceAll(/: /g, ':');

/** What the content security policy knows the stylesheet by. No other style runs, and no `style` attribute. */
export const STYLES_HASH = `'sha256-${createHash('sha256').update(STYLES).digest('base64')}'`;
