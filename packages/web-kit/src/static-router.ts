/** Router of the server, separate from `web-kit/router` so that browsers do not load it. */
export { StaticRouter } from 'react-router-dom';
