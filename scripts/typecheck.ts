// Type-checks everything: the packages (which builds them), their tests, and these scripts.
import { tsc } from './build.ts';

const projects = ['packages', 'packages/core/test', 'packages/sdk/test', 'packages/server/test', 'scripts'];

if (!tsc('-b', ...projects)) process.exitCode = 1;
