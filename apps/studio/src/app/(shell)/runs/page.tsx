import { pageTitle } from '../../../i18n/page-title';
import { RunsPage } from '../../../runs/runs-page';

export const generateMetadata = () => pageTitle('runs');

export default function Page() {
  return <RunsPage />;
}
