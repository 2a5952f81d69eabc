export { connect, type Db, type Location } from './db/connect.ts';
export { migrate } from './db/migrate.ts';
