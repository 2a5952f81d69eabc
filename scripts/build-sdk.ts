// What `pnpm pack` puts into the tarball of @lodestone/sdk. `pnpm start` builds none of it.
import { buildSdk } from './build.ts';

if (!buildSdk()) process.exitCode = 1;
