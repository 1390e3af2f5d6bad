import type { OpenAuthModal } from 'web-kit/auth-modal';
import { ForgotDialog } from './forgot-dialog.tsx';
import { LoginDialog } from './login-dialog.tsx';
import { RegisterDialog } from './register-dialog.tsx';

/** The open modal, in a chunk that is loaded on first use. */
export default function AuthDialog({ kind, modelSlug, email }: Omit<OpenAuthModal, 'path'>) {
  if (kind === 'register') return <RegisterDialog modelSlug={modelSlug} email={email} />;
  return kind === 'login' ? <LoginDialog email={email} /> : <ForgotDialog email={email} />;
}
