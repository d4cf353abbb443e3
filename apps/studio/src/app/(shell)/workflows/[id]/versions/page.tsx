import { pageTitle } from '../../../../../i18n/page-title';
import { VersionsPage } from '../../../../../versions/versions-page';

export const generateMetadata = () => pageTitle('versions');

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <VersionsPage workflowId={decodeURIComponent(id)} />;
}
