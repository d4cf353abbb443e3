import { pageTitle } from '../../i18n/page-title';
import { SignInPage } from '../../shell/sign-in-page';

export const generateMetadata = () => pageTitle('signIn');

export default function Page() {
  return <SignInPage />;
}
