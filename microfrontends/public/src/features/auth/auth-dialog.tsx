import type { OpenAuthModal } from 'web-kit/auth-modal';
import { ForgotDialog } from './forgot-dialog.tsx';
import { LoginDialog } from './login-dialog.tsx';
import { RegisterDialog } from './register-dialog.tsx';

/** The one modal that is open; its code is fetched when the first is asked for. */
export default function AuthDialog({ kind, modelSlug }: OpenAuthModal) {
  if (kind === 'register') return <RegisterDialog modelSlug={modelSlug} />;
  return kind === 'login' ? <LoginDialog /> : <ForgotDialog />;
}
