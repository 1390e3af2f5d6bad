import { describe, expect, jest, test } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Steps } from 'ui/checkout-step';
import { MediaTile } from 'ui/media-tile';
import { ModelCard } from 'ui/model-card';
import { ModelWall } from 'ui/model-wall';
import { ProfileHeader } from 'ui/profile-header';
import { Stats } from 'ui/stats';

const still = { src: '/nina.webp', width: 560, height: 700, alt: 'Nina' };

describe('cards and tiles', () => {
  test('marks a live and verified model and names the link after it', () => {
    render(
      <ModelCard
        name="Nina"
        label="Voir le profil de Nina"
        age={27}
        live
        verified
        picture={still}
        href="/nina"
        stats={{ likes: '12' }}
      />,
    );
    expect(screen.getByRole('heading', { name: 'Nina, 27 Profil vérifié' })).toBeVisible();
    expect(screen.getByText('LIVE')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Voir le profil de Nina' })).toHaveAttribute('href', '/nina');
  });

  test('draws each card of a wall that stands or grows, whatever the style sheet left out at first', async () => {
    const wall = (names: string[]) => (
      <ModelWall>
        {names.map((name) => (
          <ModelCard key={name} name={name} label={`Voir le profil de ${name}`} href={`/${name}`} />
        ))}
      </ModelWall>
    );
    const drawn = () => screen.getAllByRole('article').map((card) => card.style.contentVisibility);
    const { rerender } = render(wall(['nina', 'camille', 'lea']));
    expect(drawn()).toEqual(['', '', '']);
    await waitFor(() => expect(drawn()).toEqual(['visible', 'visible', 'visible']));
    rerender(wall(['nina', 'camille', 'lea', 'zoe']));
    await waitFor(() => expect(drawn()).toEqual(['visible', 'visible', 'visible', 'visible']));
  });

  test('lists only the figures that exist, and one follower in the singular', () => {
    render(<Stats likes="12 480" followers="1" />);
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['12 480 likes', '1 abonné']);
  });

  test('renders no empty list without figures', () => {
    render(<Stats />);
    expect(screen.queryByRole('list')).not.toBeInTheDocument();
  });

  test('names a locked tile with likes and duration, and calls back on a press', async () => {
    const user = userEvent.setup();
    const onClick = jest.fn();
    render(<MediaTile kind="video" locked picture={still} likes="987" duration="3:24" onClick={onClick} />);
    await user.click(screen.getByRole('button', { name: 'Débloquer la vidéo, 987 likes, durée 3:24' }));
    expect(onClick).toHaveBeenCalledTimes(1);
  });

  test('names an open tile by its opening', () => {
    render(<MediaTile kind="photo" picture={still} />);
    expect(screen.getByRole('button', { name: 'Ouvrir la photo' })).toBeVisible();
  });

  test('links avatar and announcement of a live model to the live; otherwise the announcement alone', () => {
    const header = (live: boolean) => (
      <ProfileHeader
        name="Nina"
        live={live}
        avatar={still}
        liveTarget={{ href: '/nina/live' }}
        announcement="Live tous les soirs à 21h"
      />
    );
    const { rerender } = render(header(true));
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/nina/live', '/nina/live']);
    expect(screen.getByRole('link', { name: 'Nina est en live' })).toBeVisible();
    rerender(header(false));
    expect(screen.getByRole('link')).toHaveAccessibleName('Live tous les soirs à 21h');
  });

  test('marks the second step as current after the first', () => {
    render(<Steps steps={['Inscription', 'Paiement', 'Accès']} done={1} />);
    expect(screen.getByRole('listitem', { current: 'step' })).toHaveTextContent('Paiement');
    expect(screen.getByText(/Inscription/)).toHaveTextContent('Inscription (fait)');
  });
});
