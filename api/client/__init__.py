"""A client for a service at an address, or for the file of a store on this machine.

A store is asked through the same Flask app as a service, in this process, so that both answer alike:

    with Client("https://club.example", token="daifu_…") as client:
        for record in client.records.each(rules="theater"):
            print(record["id"], record["players"])

    with Client("club.db") as client:
        client.records.upload(Path("evening.json").read_bytes())

Answers are JSON as `openapi.yaml` describes it. `get` and `pages` reach every address; `records` and `tournaments`
have methods of their own. Every method raises `ClientError` where a request is refused or not answered.
"""

from daifu.api.client.client import Client
from daifu.api.client.connection import Answer, ClientError

__all__ = ["Answer", "Client", "ClientError"]
