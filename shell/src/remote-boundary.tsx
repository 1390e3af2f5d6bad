import { Component } from 'react';
import type { ReactNode } from 'react';
import { EmptyState } from 'ui/empty-state';
import { Button } from 'ui/button';
import { focusMain } from 'ui/focus-main';
import { retryFailedPages } from 'web-kit/lazy-page';
import { reloadPage } from './reload-page.ts';

interface Props {
  children: ReactNode;
  /** Path of the page: on another page the micro-frontend is tried again. */
  path: string;
  /** Allows the failed code to be loaded again. */
  onRetry: () => void;
}

interface State {
  failed: boolean;
}

/** Shows an error message with a retry when a micro-frontend cannot be loaded or throws; the rest of the page stays. */
export class RemoteBoundary extends Component<Props, State> {
  override state = { failed: false };
  hasRetried = false;

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate({ path }: Props, { failed }: State) {
    if (failed !== this.state.failed) focusMain();
    else if (failed && path !== this.props.path) this.reset();
  }

  retry = () => {
    // The browser or the federation may have cached a repeated failure; only a new document starts without it.
    if (this.hasRetried && navigator.onLine) return reloadPage();
    this.hasRetried = true;
    this.reset();
  };

  reset = () => {
    retryFailedPages();
    this.props.onRetry();
    this.setState({ failed: false });
  };

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main id="main" className="page">
        <div role="alert">
          <EmptyState title="Cette page est momentanément indisponible" level={1}>
            <p className="soft">Vérifiez votre connexion, puis réessayez.</p>
            <Button variant="primary" onClick={this.retry}>
              Réessayer
            </Button>
          </EmptyState>
        </div>
      </main>
    );
  }
}
