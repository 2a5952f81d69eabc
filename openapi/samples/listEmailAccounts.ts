import { Lodestone } from '@lodestone/sdk';

const lodestone = new Lodestone();

// Which inboxes are in trouble, and how much can the rest send a day?
const { data, summary } = await lodestone.emailAccounts.list();
for (const inbox of data) {
  if (inbox.system_pause !== null) console.log(inbox.address, inbox.system_pause.reason);
}
console.log('a day', summary.total_daily_capacity);
