import { afterEach } from '@jest/globals';

import { undoAll } from './support.ts';

afterEach(undoAll);
