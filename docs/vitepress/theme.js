/** The look of the site: VitePress's own, without the fonts that it brings, and with the parts of our pages. */
import DefaultTheme from 'vitepress/theme-without-fonts';
import '../assets/parts.css';
import './theme.css';

export default DefaultTheme;
