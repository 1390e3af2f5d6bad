import type { ComponentProps } from 'react';
import styles from './auth-form.module.css';

/** A form of this site: its messages come from the contracts' schemas, not from the browser. */
export const AuthForm = (props: ComponentProps<'form'>) => <form className={styles.form} noValidate {...props} />;
