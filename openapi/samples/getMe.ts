import { Lodestone } from '@lodestone/sdk';

const lodestone = new Lodestone();

// Whose key is this, and what may it do?
const { account, api_key } = await lodestone.me();
console.log(account.name, api_key?.scopes);
