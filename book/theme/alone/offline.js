// Keeps what a reader has opened of this book at a web server, so that it can be read without a network: each answer is kept as it comes, and what was
// kept is taken when none comes. A page that runs kernels registers this (live/keeping.js) and asks it for more; a book in files has no use for it.
'use strict';

const room = () => caches.open('lockstep ' + self.registration.scope);
const plain = (address) => address.replace(/[?#].*$/, '');
const isMine = (address) => address.startsWith(self.registration.scope);

async function keep(address, response) {
    const secret = /no-store/.test(response.headers.get('Cache-Control') ?? '');
    if (response.ok && response.type === 'basic' && !secret) await (await room()).put(plain(address), response);
}

async function kept(address) {
    const there = await (await room()).match(plain(address).replace(/\/$/, '/index.html'));
    return there ?? (await room()).match(plain(address));
}

const missingPage = () => new Response('<!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Not kept</title>' +
    '<p>This page of the book is not kept here, and there is no network. <a href="index.html">To the first page</a></p></html>',
{status: 503, headers: {'Content-Type': 'text/html; charset=utf-8'}});

async function answer(event) {
    const {request} = event;
    try {
        const response = await fetch(request);
        event.waitUntil(keep(request.url, response.clone()).catch(() => {})); // no room: it is read all the same
        return response;
    } catch (error) {
        return await kept(request.url) ?? (request.mode === 'navigate' ? missingPage() : Response.error());
    }
}

self.addEventListener('fetch', (event) => {
    if (event.request.method === 'GET' && isMine(event.request.url)) event.respondWith(answer(event));
});

/** The site's files: {bytes, files}. */
const list = async () => (await fetch(self.registration.scope + 'files.json')).json();

// Fetches what is not kept yet, a few at a time. @returns how many could not be.
async function keepEach(addresses, tell) {
    const left = [...addresses];
    let done = 0;
    let missing = 0;
    const one = async () => {
        for (let address = left.pop(); address !== undefined; address = left.pop()) {
            try {
                if (!await kept(address)) await keep(address, await fetch(address));
                missing += await kept(address) ? 0 : 1;
            } catch (error) {
                missing += 1;
            }
            done += 1;
            tell({done, count: addresses.size});
        }
    };
    await Promise.all([one(), one(), one(), one()]);
    return missing;
}

async function obey({keep: wanted}, tell) {
    try {
        const {bytes, files} = wanted instanceof Array ? {} : await list();
        if (wanted === undefined) return {bytes};
        const addresses = files ? files.map((name) => self.registration.scope + name) : wanted.filter(isMine);
        return {missing: await keepEach(new Set(addresses.map(plain)), tell)};
    } catch (error) {
        return {bytes: 0, missing: 1}; // no network
    }
}

self.addEventListener('message', (event) => {
    const [port] = event.ports;
    event.waitUntil(obey(event.data, (data) => port.postMessage(data)).then((data) => port.postMessage({...data, ended: true})));
});
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
