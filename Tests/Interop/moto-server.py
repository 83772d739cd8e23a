"""Serves S3 by moto on loopback, with the signature of each request checked by botocore's code.

Prints a line: the port, a key id and its secret, which may use the bucket `backups` and no other. Ends when its input ends,
and so with the test that started it. The first N requests to a path with `fails-N-STATUS` get that status.
"""

import collections
import os
import re
import sys
import threading

# The requests below, which make the key, need none.
os.environ["INITIAL_NO_AUTH_ACTION_COUNT"] = "4"

import boto3  # noqa: E402
import flask  # noqa: E402
from moto.iam.access_control import IAMRequestBase  # noqa: E402
from moto.server import DomainDispatcherApplication, create_backend_app  # noqa: E402
from werkzeug.serving import WSGIRequestHandler, make_server  # noqa: E402

POLICY = """{"Version": "2012-10-17", "Statement": {"Effect": "Allow", "Action": "s3:*", "Resource":
["arn:aws:s3:::backups", "arn:aws:s3:::backups/*"]}}"""


described = IAMRequestBase._create_aws_request


def with_sent_query(self):
    """moto judges the signature of the decoded query. Clients sign the encoded one, as it was sent."""
    request = described(self)
    sent = flask.request.query_string.decode()
    request.url = request.url.split("?")[0] + ("?" + sent if sent else "")
    return request


IAMRequestBase._create_aws_request = with_sent_query


class Failing:
    def __init__(self, application):
        self.application = application
        self.seen = collections.Counter()

    def __call__(self, environment, start):
        path = environment["PATH_INFO"]
        plan = re.search(r"fails-(\d+)-(\d+)", path)
        self.seen[path] += 1
        if plan and self.seen[path] <= int(plan[1]):
            environment["wsgi.input"].read(int(environment.get("CONTENT_LENGTH") or 0))
            start(f"{plan[2]} Failing", [("Content-Type", "application/xml")])
            return [b"<Error><Code>SlowDown</Code></Error>"]
        return self.application(environment, start)


class Quiet(WSGIRequestHandler):
    protocol_version = "HTTP/1.1"

    def log(self, *_):
        pass


application = Failing(DomainDispatcherApplication(create_backend_app))
server = make_server("127.0.0.1", 0, application, threaded=True, request_handler=Quiet)
threading.Thread(target=server.serve_forever, daemon=True).start()
place = {"endpoint_url": f"http://127.0.0.1:{server.port}", "region_name": "eu-west-3"}
nobody = {"aws_access_key_id": "none", "aws_secret_access_key": "none"}
iam = boto3.client("iam", **place, **nobody)
iam.create_user(UserName="balise")
iam.put_user_policy(UserName="balise", PolicyName="backups", PolicyDocument=POLICY)
key = iam.create_access_key(UserName="balise")["AccessKey"]
boto3.client("s3", **place, **nobody).create_bucket(
    Bucket="backups", CreateBucketConfiguration={"LocationConstraint": "eu-west-3"}
)
print(server.port, key["AccessKeyId"], key["SecretAccessKey"], flush=True)
sys.stdin.read()
