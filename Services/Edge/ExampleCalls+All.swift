import Foundation
import Models
public import ServiceRuntime
import ServiceSettings

extension ExampleCalls {
    /// Returns the examples. Pushes are included only with a simulated APNs on this machine, because Apple does not
    /// know invented push devices.
    public static func all(_ listening: ListeningAddresses, _ settings: Settings) -> [ExampleCalls] {
        guard let http = listening.address(.http) else { return [] }
        var all = [locationSharing(at: http, now: Int(Date().timeIntervalSince1970))]
        if let operations = listening.address(.operations), settings.push.apns.isStoodIn {
            let token = OperatorToken.file(in: settings.dataDirectory).path
            all.append(push(at: http, operations: operations, token: token))
        }
        return all
    }

    private static let curl = "curl -sS --fail-with-body"
    private static let json = "-H 'Content-Type: application/json'"

    /// Returns calls: a device reports its position, a friend and a map read it. `now` is in seconds.
    static func locationSharing(at address: String, now: Int) -> ExampleCalls {
        let update =
            #"{"MiataruConfig":{"EnableLocationHistory":"False","LocationDataRetentionTime":"60"},"#
            + #""MiataruLocation":[{"Device":"my-phone","Timestamp":"\#(now)","#
            + #""Longitude":"-4.4861","Latitude":"48.3904","HorizontalAccuracy":"12"}]}"#
        let question =
            #"{"MiataruConfig":{"RequestMiataruDeviceID":"a-friend"},"MiataruGetLocation":[{"Device":"my-phone"}]}"#
        return ExampleCalls(
            title: "Try a device's place: report it, read it as a friend, show it on a map.",
            lines: [
                "\(curl) \(address)/v1/UpdateLocation \(json) -d '\(update)'",
                "\(curl) \(address)/v1/GetLocation \(json) -d '\(question)'",
                "\(curl) \(address)/v1/GetLocationGeoJSON/my-phone",
            ])
    }

    /// Returns the calls from nothing to a push: an account, its push device and position, a publisher's key, an
    /// announcement nearby. `operations` is the port on this machine, `token` the file with the operator's token.
    static func push(at address: String, operations: String, token: String) -> ExampleCalls {
        let api = "\(address)/api/v1"
        let bearer = #"-H "Authorization: Bearer $token""#
        // The time makes the name unique.
        let account =
            #"{"email":"ada-'$(date +%s)'@example.org","password":"correct horse","#
            + #""firstName":"Ada","lastName":"Lovelace"}"#
        let pushDevice = String(repeating: "ab12cd34", count: 8)
        let offer =
            #"{"type":"OFFER","id":123,"category":"FOOD_PLAISIRS","latitude":48.86,"longitude":2.35,"#
            + #""title":"Bread","body":"Half the price until noon"}"#
        return ExampleCalls(
            title: "Try a push: an account, its device and its place, a publisher's key, an offer nearby.",
            lines: [
                keeping("token", from: "\(curl) \(api)/auth/register \(json) -d '\(account)'", member: "token"),
                "\(curl) \(api)/push/register \(bearer) \(json) -d '{\"token\":\"\(pushDevice)\"}'",
                "\(curl) -X PUT \(api)/users/me/position \(bearer) \(json) "
                    + #"-d '{"latitude":48.8566,"longitude":2.3522}'"#,
                keeping(
                    "key",
                    from: #"\#(curl) \#(operations)/api-keys -H "Authorization: Bearer $(cat \#(quoted(token)))" "#
                        + #"\#(json) -d '{"name":"example","scopes":["publish"]}'"#, member: "secret"),
                #"\#(curl) \#(api)/announcements -H "X-API-Key: $key" \#(json) -d '\#(offer)'"#,
            ])
    }

    /// Returns a command that stores a member of an answer in a variable. The shell stops if the member is absent.
    private static func keeping(_ variable: String, from call: String, member: String) -> String {
        #"answer=$(\#(call)); "#
            + #"\#(variable)=$(printf %s "$answer" | sed -n 's/.*"\#(member)":"\([^"]*\)".*/\1/p'); "#
            + #": "${\#(variable):?there is none: $answer}""#
    }

    private static func quoted(_ path: String) -> String {
        path.isASCIIAlphanumeric(or: "/._-") ? path : "'" + path.replacing("'", with: #"'\''"#) + "'"
    }
}
