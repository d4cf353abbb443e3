import { pageTitle } from '../../../i18n/page-title';
import { SettingsPage } from '../../../settings/settings-page';

export const generateMetadata = () => pageTitle('settings');

export default function Page() {
  return <SettingsPage />;
}
