// The bodies of the calls of the Ecovelo API.

import BaliseAPI

extension BodySample {
    static let ecovelo = [
        BodySample(
            EcoveloCyclist(
                id: "5f0c", status: .unconfirmed, email: "ada@example.org", firstName: "Ada", lastName: "Lovelace",
                phone: "+33612345678", phoneVerified: false, locale: "fr-FR", program: "lyon", createdAt: now),
            #"{"id":"5f0c","status":"unconfirmed","email":"ada@example.org","firstName":"Ada","lastName":"Lovelace","#
                + #""phone":"+33612345678","phoneVerified":false,"locale":"fr-FR","program":"lyon","#
                + #""createdAt":"2026-01-31T12:00:00Z"}"#,
            needs: ["id", "status"]),
        BodySample(
            EcoveloCyclist(id: "5f0c", status: .deleted), #"{"id":"5f0c","status":"deleted"}"#, needs: ["id", "status"]),
        BodySample(
            SendPhoneCodeRequest(phoneNumber: "+33612345678"), #"{"phoneNumber":"+33612345678"}"#,
            needs: ["phoneNumber"]),
        BodySample(
            SendPhoneCodeResponse(id: "5f0c", phone: "+33612345678", phoneVerified: false, expiresAt: now, nextAt: now),
            #"{"id":"5f0c","phone":"+33612345678","phoneVerified":false,"expiresAt":"2026-01-31T12:00:00Z","#
                + #""nextAt":"2026-01-31T12:00:00Z"}"#,
            needs: ["id", "phone", "phoneVerified", "expiresAt", "nextAt"]),
        BodySample(ConfirmPhoneRequest(code: SecretString("123456")), #"{"code":"123456"}"#, needs: ["code"]),
        BodySample(
            RegisterPushDeviceRequest(token: SecretString("0123456789")), #"{"token":"0123456789"}"#, needs: ["token"]),
        BodySample(
            RegisteredPushDevice(id: "p1", platform: "android", createdAt: now),
            #"{"id":"p1","platform":"android","createdAt":"2026-01-31T12:00:00Z"}"#,
            needs: ["id", "platform", "createdAt"]),
        BodySample(PushDeviceRemovedResponse(deleted: true), #"{"deleted":true}"#, needs: ["deleted"]),
        BodySample(EcoveloProgram(id: "lyon"), #"{"id":"lyon"}"#, needs: ["id"]),
        BodySample(
            EcoveloProgramList(programs: [EcoveloProgram(id: "lyon")], hasMore: false),
            #"{"data":[{"id":"lyon"}],"has_more":false}"#, needs: ["data", "has_more"]),
    ]
}
