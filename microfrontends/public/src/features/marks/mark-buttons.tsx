import type { ModelView } from 'contracts/models';
import Bookmark from 'lucide-react/icons/bookmark';
import Heart from 'lucide-react/icons/heart';
import { Button } from 'ui/button';
import { useFavourite, useLike } from './use-mark.ts';

const iconOf = (isSet: boolean) => ({ fill: isSet ? 'currentColor' : 'none' });

/** Buttons "J’aime" and "Favori" of a model; a visitor has to register first. */
export function MarkButtons({ model }: { model: ModelView }) {
  const like = useLike(model);
  const favourite = useFavourite(model);
  return (
    <>
      <Button variant="onPicture" small className="needs-scripts" aria-pressed={like.isSet} onClick={like.toggle}>
        <Heart {...iconOf(like.isSet)} />
        J’aime
      </Button>
      <Button
        variant="onPicture"
        small
        className="needs-scripts"
        aria-pressed={favourite.isSet}
        onClick={favourite.toggle}
      >
        <Bookmark {...iconOf(favourite.isSet)} />
        Favori
      </Button>
    </>
  );
}
