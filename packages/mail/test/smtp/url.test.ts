import { describe, expect, test } from '@jest/globals';

import { isLoopback, parseSmtpUrl } from '@lodestone/mail';

describe('the URL of a mail server', () => {
  test.each<[string, object]>([
    ['smtp://mail.acme.example', { host: 'mail.acme.example', port: 587, protection: 'required' }],
    ['smtp://mail.acme.example:25/', { host: 'mail.acme.example', port: 25, protection: 'required' }],
    ['smtps://mail.acme.example', { host: 'mail.acme.example', port: 465, protection: 'implicit' }],
    ['smtp://mail.acme.example?plain=1', { host: 'mail.acme.example', port: 587, protection: 'none' }],
    ['smtp://127.0.0.1:2525', { host: '127.0.0.1', port: 2525, protection: 'offered' }],
    ['smtp://[::1]:2525', { host: '::1', port: 2525, protection: 'offered' }],
    ['smtp://localhost', { host: 'localhost', port: 587, protection: 'offered' }],
    ['smtp://bücher.example', { host: 'xn--bcher-kva.example', port: 587, protection: 'required' }],
    [
      'smtp://maya%40acme.example:p%2F%3A%40%25%23w%C3%B6rd@mail.acme.example',
      {
        host: 'mail.acme.example',
        port: 587,
        protection: 'required',
        user: 'maya@acme.example',
        password: 'p/:@%#wörd',
      },
    ],
  ])('%s is read', (url, server) => {
    expect(parseSmtpUrl(url)).toEqual(server);
  });

  test.each<[string, RegExp]>([
    ['', /not a URL/],
    ['mail.acme.example', /not a URL/],
    ['mail.acme.example:587', /must begin with smtp/],
    ['http://mail.acme.example', /not with http:/],
    ['smtp://', /names no host|no URL/],
    ['smtp://user:secret@mail.acme.example:0', /Port 0/],
    ['smtp://user:secret@mail.acme.example:70000', /not a URL/],
    ['smtp://user@mail.acme.example', /user but no password/],
    ['smtp://:secret@mail.acme.example', /password but no user/],
    ['smtp://user:sec%ret@mail.acme.example', /write "%" as %25/],
    ['smtp://user:sec%0Aret@mail.acme.example', /control character/],
    ['smtp://user:secret#1@mail.acme.example', /./],
    ['smtp://user:secret@mail.acme.example/inbox', /follow the port/],
    ['smtp://user:secret@mail.acme.example#x', /%23/],
    ['smtp://user:secret@mail.acme.example?plain=yes', /plain=1/],
    ['smtp://user:secret@mail.acme.example?tls=no', /plain=1/],
    ['smtps://user:secret@mail.acme.example?plain=1', /contradict/],
  ])('%j is refused, and its password is not repeated', (url, why) => {
    expect(() => parseSmtpUrl(url)).toThrow(why);
    expect(() => parseSmtpUrl(url)).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('secret') }),
    );
  });

  test.each([
    ['127.0.0.1', true],
    ['127.8.9.10', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['localhost', true],
    ['mail.localhost', true],
    ['127.0.0.1.evil.example', false],
    ['localhost.evil.example', false],
    ['10.0.0.1', false],
    ['0.0.0.0', false],
  ])('%s is on this machine: %s', (host, own) => {
    expect(isLoopback(host)).toBe(own);
  });
});
