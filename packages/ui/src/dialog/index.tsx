import { useId, type CSSProperties, type ReactNode } from 'react';
import X from 'lucide-react/icons/x';
import { Avatar } from '../avatar/index.tsx';
import { classNames } from '../class-names.ts';
import { IconButton } from '../icon-button/index.tsx';
import { Picture, type PictureSource } from '../picture/index.tsx';
import { posterScale } from '../poster-scale.ts';
import { useModal } from './use-modal.ts';
import styles from './dialog.module.css';

interface CommonProps {
  open: boolean;
  /** Called by the cross, Escape or the backdrop; the caller decides by setting `open`. */
  onClose: () => void;
  title: ReactNode;
  closeLabel?: string;
  children: ReactNode;
}

interface SlimProps extends CommonProps {
  size?: 'slim';
  /** An alert dialog instead of a form; `heading` is for a title that is a sentence. */
  role?: 'alertdialog';
  titleStyle?: 'title' | 'heading';
  describedBy?: string;
}

interface RegisterProps extends CommonProps {
  size: 'register';
  title: string;
  /** Text below the name, such as "@nina". */
  handle?: ReactNode;
  cover?: PictureSource | null;
  avatar?: PictureSource | null;
  /** A low picture without an avatar, for a dialog that begins with a choice. */
  low?: boolean;
}

interface FormProps extends CommonProps {
  /** `drawer`: a narrow form at the side of the screen, a sheet on phones. */
  size: 'form' | 'drawer';
  /** Buttons that stay visible; a submit button names its form by `form={id}`. */
  footer: ReactNode;
}

export type DialogProps = SlimProps | RegisterProps | FormProps;

/** Modal dialog: a sheet from the bottom on phones, centred on larger screens. A long form does not close by its backdrop. */
export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null;
}

function OpenDialog(props: DialogProps) {
  const titleId = useId();
  const { dialogRef, titleRef, handlers } = useModal({
    onClose: props.onClose,
    closesOnBackdrop: props.size !== 'form' && props.size !== 'drawer',
  });
  const size = props.size ?? 'slim';
  const slim = size === 'slim' ? (props as SlimProps) : undefined;
  const heading = (className?: string, style?: CSSProperties) => (
    <h2 id={titleId} ref={titleRef} tabIndex={-1} className={className} style={style}>
      {props.title}
    </h2>
  );
  const close = (
    <IconButton
      className={size === 'form' ? undefined : styles.close}
      label={props.closeLabel ?? 'Fermer'}
      onClick={props.onClose}
    >
      <X />
    </IconButton>
  );

  return (
    <dialog
      ref={dialogRef}
      className={classNames(styles.sheet, ...classesOf(props))}
      aria-labelledby={titleId}
      aria-describedby={slim?.describedBy}
      role={slim?.role}
      {...handlers}
    >
      {props.size === 'form' || props.size === 'drawer' ? (
        <>
          <div className={styles.formHead}>
            {heading('heading')}
            {close}
          </div>
          <div className={styles.formMain} tabIndex={0} role="region" aria-labelledby={titleId}>
            {props.children}
          </div>
          <div className={styles.footPlace}>
            <div className={styles.formFoot}>{props.footer}</div>
          </div>
        </>
      ) : (
        <>
          {close}
          {props.size === 'register' && <Who {...props} heading={heading(styles.name, posterScale(props.title))} />}
          <div className={styles.body}>
            {size === 'slim' && heading(slim?.titleStyle ?? 'title')}
            {props.children}
          </div>
        </>
      )}
    </dialog>
  );
}

const classesOf = (props: DialogProps): (string | false | undefined)[] => {
  if (props.size === 'drawer') return [styles.form, styles.drawer];
  return [styles[props.size ?? 'slim'], props.size === 'register' && props.low && styles.low];
};

function Who({ cover, avatar, low, handle, heading }: RegisterProps & { heading: ReactNode }) {
  return (
    <div className={styles.picture}>
      {cover && <Picture source={cover} decorative priority />}
      <div className={styles.who}>
        {!low && (
          <span className={styles.avatar}>
            <Avatar source={avatar} decorative />
          </span>
        )}
        <div>
          {heading}
          {handle && <p>{handle}</p>}
        </div>
      </div>
    </div>
  );
}
