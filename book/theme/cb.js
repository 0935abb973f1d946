// What the pages need beyond mdBook's own script: a skip link, a sidebar that a keyboard can open and
// fold, arrow keys that stay with the widget that has them, and folded parts that print.
'use strict';

(function cb() {
    const main = document.querySelector('#mdbook-content main');
    const sidebar = document.getElementById('mdbook-sidebar');
    const toggle = document.getElementById('mdbook-sidebar-toggle');
    const checkbox = document.getElementById('mdbook-sidebar-toggle-anchor');

    /** Makes Enter and Space press an element that isn't a button by birth. */
    function pressable(element) {
        element.tabIndex = 0;
        element.setAttribute('role', 'button');
        element.addEventListener('keydown', event => {
            if (event.key === 'Enter' || event.key === ' ') {
                event.preventDefault();
                element.click();
            }
        });
    }

    (function skipLink() {
        if (!main) {
            return;
        }
        main.tabIndex = -1;
        const link = document.createElement('a');
        link.className = 'cb-skip';
        link.href = '#mdbook-content';
        link.textContent = 'Skip to the text';
        link.addEventListener('click', event => {
            event.preventDefault();
            main.focus();
            main.scrollIntoView();
        });
        document.body.prepend(link);
    })();

    // mdBook's toggle is a label of a hidden checkbox, which no keyboard reaches.
    (function sidebarKeys() {
        if (!toggle || !sidebar || !checkbox) {
            return;
        }
        pressable(toggle);
        toggle.addEventListener('keydown', event => {
            if ((event.key === 'Enter' || event.key === ' ') && checkbox.checked) {
                const link = sidebar.querySelector('a.active') || sidebar.querySelector('a[href]');
                if (link) {
                    link.focus();
                }
            }
        });
        sidebar.addEventListener('keydown', event => {
            if (event.key === 'Escape' && checkbox.checked) {
                toggle.click();
                toggle.focus();
            }
        });
    })();

    (function foldKeys() {
        document.querySelectorAll('#mdbook-sidebar .chapter-fold-toggle').forEach(fold => {
            const item = fold.closest('li');
            const state = () => fold.setAttribute('aria-expanded', item.classList.contains('expanded'));
            pressable(fold);
            fold.setAttribute('aria-label', 'Show the sections below');
            fold.addEventListener('click', state);
            state();
        });
    })();

    // mdBook turns the left and right arrow into a change of chapter, wherever the focus is. They do so
    // here only while the page itself or a link in the text has it.
    window.addEventListener('keydown', event => {
        if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') {
            return;
        }
        const target = event.composedPath()[0];
        const free = !(target instanceof Element)
            || target === document.body
            || target === document.documentElement
            || target === main
            || (target.matches('a[href]') && !sidebar?.contains(target));
        if (!free) {
            event.stopPropagation();
        }
    }, true);

    // A block that scrolls sideways has to take the focus, or no key can scroll it. A block that doesn't
    // scroll is no stop on the way through the page.
    (function scrollers() {
        const blocks = document.querySelectorAll('main pre > code, main .cb-console, main .table-wrapper, main .cb-scroll');
        function label(block) {
            const caption = block.closest('figure')?.querySelector('figcaption');
            return caption?.querySelector('.cb-item, .cb-file')?.textContent
                || caption?.firstChild?.textContent?.trim()
                || (block.matches('.table-wrapper') ? 'Table' : 'Code');
        }
        function update() {
            blocks.forEach(block => {
                if (block.scrollWidth > block.clientWidth + 1) {
                    block.tabIndex = 0;
                    if (!block.hasAttribute('role')) {
                        block.setAttribute('role', 'region');
                        block.setAttribute('aria-label', label(block));
                    }
                } else if (document.activeElement !== block) {
                    block.removeAttribute('tabindex');
                }
            });
        }
        let waiting = 0;
        function soon() {
            window.cancelAnimationFrame(waiting);
            waiting = window.requestAnimationFrame(update);
        }
        update();
        window.addEventListener('resize', soon);
        document.addEventListener('toggle', soon, true);
        document.fonts?.ready.then(soon);
    })();

    // Browsers differ in whether a style sheet can open a folded part.
    (function printing() {
        let opened = [];
        window.addEventListener('beforeprint', () => {
            opened = Array.from(document.querySelectorAll('main details:not([open])'));
            opened.forEach(details => { details.open = true; });
        });
        window.addEventListener('afterprint', () => {
            opened.forEach(details => { details.open = false; });
            opened = [];
        });
    })();
})();
