export const LIVE_PUSH_LABEL = 'Notification au début du live';
export const LIVE_MAIL_LABEL = 'E-mail au début du live';
