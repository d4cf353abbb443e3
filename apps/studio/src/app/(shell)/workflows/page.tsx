import { pageTitle } from '../../../i18n/page-title';
import { WorkflowsPage } from '../../../workflows/workflows-page';

export const generateMetadata = () => pageTitle('workflows');

export default function Page() {
  return <WorkflowsPage />;
}
