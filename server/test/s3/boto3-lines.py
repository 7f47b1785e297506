# Answers questions to boto3, one a line as JSON, for boto3.ts.
import base64
import json
import sys

import boto3
from botocore.client import Config
from botocore.exceptions import ClientError

access = json.loads(sys.stdin.readline())
s3 = boto3.client(
    "s3",
    endpoint_url=access["endpoint"],
    region_name=access["region"],
    aws_access_key_id=access["access_key_id"],
    aws_secret_access_key=access["secret_access_key"],
    config=Config(signature_version="s3v4", s3={"addressing_style": "path"}, retries={"max_attempts": 0}),
)


def answer(ask):
    params = ask["params"]
    if "Body" in params:
        params["Body"] = base64.b64decode(params["Body"])
    if ask["name"] == "presign":
        return {"url": s3.generate_presigned_url("get_object", Params=params, ExpiresIn=60)}
    if ask["name"] in ("list_objects", "list_objects_v2"):
        size = {"PageSize": params.pop("PageSize")}
        names = []
        for page in s3.get_paginator(ask["name"]).paginate(**params, PaginationConfig=size):
            names += [one["Key"] for one in page.get("Contents", [])]
            names += [one["Prefix"] for one in page.get("CommonPrefixes", [])]
        return {"names": names}
    found = getattr(s3, ask["name"])(**params)
    body = found.get("Body")
    return {
        "etag": found.get("ETag"),
        "upload": found.get("UploadId"),
        "codes": [one["Code"] for one in found.get("Errors", [])],
        "bytes": base64.b64encode(body.read()).decode() if body is not None else "",
    }


for line in sys.stdin:
    try:
        print(json.dumps(answer(json.loads(line))), flush=True)
    except ClientError as error:
        print(json.dumps({"code": error.response["Error"]["Code"]}), flush=True)
