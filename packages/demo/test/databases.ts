import type { Demo } from '@lodestone/demo';

import { type Database, databasesWith, type OpenDatabase } from '../../core/test/databases.ts';
import { DEMO } from './filling.ts';

export type DemoDatabase = Database<Demo>;
export type OpenDemo = OpenDatabase<Demo>;

/** Databases that begin with the small demo; `made` is what seeding it returned. */
export const { EMBEDDED, POSTGRES } = databasesWith(DEMO);

export const DATABASES = [EMBEDDED, POSTGRES];
