"""A web server for the pages of a check."""

import http.server
import threading


class Site:
    """A web server that gives one page to everybody, lets pages of all origins call it, and keeps what it was sent."""

    def __init__(self):
        self.page = ''
        self.requests = []
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def answer(self):
                if self.path != '/favicon.ico':
                    site.requests.append((self.command, self.path, {name.lower() for name in self.headers}))
                body = site.page.encode()
                self.send_response(200)
                self.send_header('Content-Type', 'text/html; charset=utf-8')
                self.send_header('Content-Length', str(len(body)))
                self.send_header('Access-Control-Allow-Origin', '*')
                self.send_header('Access-Control-Allow-Headers', '*, Authorization')
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_POST = do_OPTIONS = answer

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
        self.origin = f'http://127.0.0.1:{self.server.server_port}'

    def __enter__(self):
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={'poll_interval': 0.05})
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()
