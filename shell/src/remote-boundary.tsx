import { Component } from 'react';
import type { ReactNode } from 'react';
import { EmptyState } from 'ui/empty-state';
import { Button } from 'ui/button';
import { retryFailedPages } from 'web-kit/lazy-page';

interface Props {
  children: ReactNode;
  /** Makes what failed loadable again. */
  onRetry: () => void;
}

/** A micro-frontend that cannot be loaded, or breaks, leaves a sentence and a way on; the rest of the page stays. */
export class RemoteBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  retry = () => {
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
