import { pageTitle } from '../../../i18n/page-title';
import { InboxPage } from '../../../inbox/inbox-page';

export const generateMetadata = () => pageTitle('inbox');

export default function Page() {
  return <InboxPage />;
}
