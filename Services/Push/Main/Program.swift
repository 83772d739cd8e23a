// `push`: how devices are reached, and who is told what, in a process of its own.

import Push
import ServiceRuntime
import ServiceSettings

@main
enum Program {
    static func main() async {
        await ServiceProgram.run([PushService.self], name: "push", settings: .balise)
    }
}
