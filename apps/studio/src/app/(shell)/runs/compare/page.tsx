import { pageTitle } from '../../../../i18n/page-title';
import { ComparePage } from '../../../../runs/compare-page';

export const generateMetadata = () => pageTitle('compare');

export default function Page() {
  return <ComparePage />;
}
