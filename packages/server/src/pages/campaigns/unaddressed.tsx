import { Note } from '../components/card.tsx';

/** Said before a campaign starts whose emails would name no postal address. */
export function Unaddressed() {
  return (
    <Note tone="warn">
      <p>
        Your emails have no postal address in their footer, and many countries require one in commercial
        email. <a href="/settings/branding#postal_address">Add your address</a>
      </p>
    </Note>
  );
}
