import { pageTitle } from '../../../../i18n/page-title';
import { RunPage } from '../../../../runs/run-page';

export const generateMetadata = () => pageTitle('run');

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <RunPage runId={decodeURIComponent(id)} />;
}
